"""How findings are shown: one module for each form."""
