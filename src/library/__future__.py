"""__future__: what was to come is there."""

annotations = division = print_function = absolute_import = generators = with_statement = True
