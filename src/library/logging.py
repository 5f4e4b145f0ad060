"""logging: warnings and errors are a line on standard error, the rest is dropped."""

import sys

NOTSET = 0
DEBUG = 10
INFO = 20
WARNING = 30
WARN = WARNING
ERROR = 40
CRITICAL = 50
NAMES = {DEBUG: "DEBUG", INFO: "INFO", WARNING: "WARNING", ERROR: "ERROR", CRITICAL: "CRITICAL"}


class Logger:
    def __init__(self, name, level=NOTSET):
        self.name = name
        self.level = level
        self.handlers = []
        self.propagate = True

    def log(self, level, msg, *args, **keywords):
        if level >= (self.level or root.level or WARNING):
            text = msg % args if args else msg
            print(f"{NAMES.get(level, level)}:{self.name}:{text}", file=sys.stderr)

    def debug(self, msg, *args, **keywords):
        self.log(DEBUG, msg, *args)

    def info(self, msg, *args, **keywords):
        self.log(INFO, msg, *args)

    def warning(self, msg, *args, **keywords):
        self.log(WARNING, msg, *args)

    def error(self, msg, *args, **keywords):
        self.log(ERROR, msg, *args)

    def exception(self, msg, *args, **keywords):
        self.log(ERROR, msg, *args)

    def critical(self, msg, *args, **keywords):
        self.log(CRITICAL, msg, *args)

    def setLevel(self, level):
        self.level = {name: number for number, name in NAMES.items()}.get(level, level)

    def isEnabledFor(self, level):
        return level >= (self.level or root.level or WARNING)

    def addHandler(self, handler):
        self.handlers.append(handler)


root = Logger("root", WARNING)
loggers = {}


def getLogger(name=None):
    if not name:
        return root
    if name not in loggers:
        loggers[name] = Logger(name)
    return loggers[name]


def basicConfig(**keywords):
    if "level" in keywords:
        root.setLevel(keywords["level"])


def debug(msg, *args, **keywords):
    root.debug(msg, *args)


def info(msg, *args, **keywords):
    root.info(msg, *args)


def warning(msg, *args, **keywords):
    root.warning(msg, *args)


def error(msg, *args, **keywords):
    root.error(msg, *args)


def critical(msg, *args, **keywords):
    root.critical(msg, *args)


def disable(level=CRITICAL):
    root.level = level + 1


class Handler:
    def __init__(self, *args, **keywords):
        pass

    def setLevel(self, level):
        pass

    def setFormatter(self, formatter):
        pass


StreamHandler = Handler
NullHandler = Handler
Formatter = Handler
