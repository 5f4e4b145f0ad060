"""sys: ending the program, and what programs ask about the Python that runs them."""

maxsize = 9223372036854775807
byteorder = "little"
platform = "linux"
version = "3.11.2 (qkv)"
argv = ["program.py"]
path = []


class VersionInfo(tuple):
    major, minor, micro, releaselevel, serial = 3, 11, 2, "final", 0

    def __repr__(self):
        return "sys.version_info(major=3, minor=11, micro=2, releaselevel='final', serial=0)"


version_info = VersionInfo((3, 11, 2, "final", 0))


class Output:
    def write(self, text):
        print(text, end="")
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False


stdout = Output()


def exit(status=None):
    raise SystemExit(status)


def getrecursionlimit():
    return 1000


def setrecursionlimit(limit):
    pass
