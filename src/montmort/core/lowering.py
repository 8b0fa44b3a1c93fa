"""Rules lowered for their callers: translated once, optimised with what is run.

Numba optimises every function that it compiles together with all that this calls, and
makes machine code of it, twice over for Python's sake. For rules that call rules, that is
the same work again at every level. What is lowered here stays as it was translated until
a function that is run takes it in, and then all is optimised at once.

This reaches into Numba, so it is done for the versions that it was tried with only. With
any other one rules are compiled the ordinary way, which takes longer.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

__all__ = ["lowered", "lowers"]

TRIED = ((0, 68),)
"""The versions of Numba that are known to take it."""


@functools.cache
def lowers() -> bool:
    """Say whether this Numba is one that rules can be lowered with."""
    import numba

    return tuple(numba.version_info.short) in TRIED


@functools.cache
def _library() -> Any:
    from numba.core import cgutils
    from numba.core.codegen import JITCodeLibrary
    from numba.core.environment import lookup_environment

    class Part(JITCodeLibrary):  # type: ignore[misc]
        """Code that is only ever linked into other code."""

        def add_ir_module(self, module: Any) -> None:
            # Numba tells a function where its Python constants are once there is machine
            # code. Here it is written in; from a cache Numba writes it anew.
            self.environments = []
            for value in module.global_values:
                environment = lookup_environment(value.name)
                if environment is not None:
                    self.environments.append(environment)
                    address = cgutils.intp_t(id(environment))
                    value.initializer = address.inttoptr(value.value_type)
                    value.linkage = "weak"
            super().add_ir_module(module)

        def finalize(self) -> None:
            self._raise_if_finalized()
            for library in dict.fromkeys(self._linking_libraries):
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._finalize_dynamic_globals()
            self._finalized = True

    return Part


def lowered(function: Callable[..., Any], signature: Any, options: dict[str, Any]) -> Any:
    """Lower a function of a fixed signature and return Numba's type for calls of it."""
    from numba.core import compiler, types, typing
    from numba.core.registry import cpu_target

    flags = compiler.Flags()
    cpu_target.options.parse_as_flags(flags, {"nopython": True, **options})
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    context = cpu_target.target_context
    made = compiler.compile_internal(
        cpu_target.typing_context, context, _library()(context.codegen(), function.__qualname__),
        function, signature.args, signature.return_type, flags, locals={},
    )  # fmt: skip
    key = object()
    context.insert_user_function(key, made.fndesc, [made.library])
    name = f"rule {function.__qualname__}"
    return types.Function(typing.make_concrete_template(name, key, [made.signature]))
