"""The engines: they answer questions about any game and never import one."""
