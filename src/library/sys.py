"""sys: ending the program."""


def exit(status=None, /):
    raise SystemExit(status)
