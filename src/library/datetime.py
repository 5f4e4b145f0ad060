"""datetime: lengths of time and dates that the program gives. No clock runs in qkv."""


class timedelta:
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0,
                 weeks=0):
        total = round(((weeks * 7 + days) * 86400 + hours * 3600 + minutes * 60 + seconds) * 1000000
                      + milliseconds * 1000 + microseconds)
        self._total = total
        self.days = total // 86400000000
        self.seconds = total // 1000000 % 86400
        self.microseconds = total % 1000000

    def total_seconds(self):
        return self._total / 1000000

    def __str__(self):
        text = f'{self.seconds // 3600}:{self.seconds // 60 % 60:02d}:{self.seconds % 60:02d}'
        if self.microseconds:
            text += f'.{self.microseconds:06d}'
        return text if not self.days else \
            f"{self.days} day{'' if abs(self.days) == 1 else 's'}, {text}"

    def __repr__(self):
        parts = [f'{name}={getattr(self, name)}' for name in ('days', 'seconds', 'microseconds')
                 if getattr(self, name)]
        return f"datetime.timedelta({', '.join(parts) or '0'})"

    def __add__(self, other):
        return timedelta(microseconds=self._total + other._total)

    def __sub__(self, other):
        return timedelta(microseconds=self._total - other._total)

    def __mul__(self, factor):
        return timedelta(microseconds=self._total * factor)

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._total / other._total
        return timedelta(microseconds=self._total / other)

    def __eq__(self, other):
        return isinstance(other, timedelta) and self._total == other._total

    def __lt__(self, other):
        return self._total < other._total

    def __hash__(self):
        return hash(self._total)


class datetime:
    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0):
        self.year, self.month, self.day = year, month, day
        self.hour, self.minute, self.second, self.microsecond = hour, minute, second, microsecond

    @classmethod
    def now(cls, tz=None):
        return cls(1970, 1, 1)

    today = utcnow = now

    def strftime(self, format):
        parts = {'%Y': f'{self.year:04d}', '%m': f'{self.month:02d}', '%d': f'{self.day:02d}',
                 '%H': f'{self.hour:02d}', '%M': f'{self.minute:02d}', '%S': f'{self.second:02d}',
                 '%%': '%'}
        text, place = '', 0
        while place < len(format):
            two = format[place:place + 2]
            if two[0] == '%' and two not in parts:
                raise NotImplementedError(f'datetime.strftime({two!r}) is not there in qkv')
            text += parts.get(two, format[place])
            place += 2 if two in parts else 1
        return text

    def isoformat(self, sep='T'):
        end = f'.{self.microsecond:06d}' if self.microsecond else ''
        return self.strftime(f'%Y-%m-%d{sep}%H:%M:%S') + end

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        parts = [self.year, self.month, self.day, self.hour, self.minute]
        parts += [self.second] if self.second or self.microsecond else []
        parts += [self.microsecond] if self.microsecond else []
        return f"datetime.datetime({', '.join([str(part) for part in parts])})"

    def __sub__(self, other):
        if (self.year, self.month, self.day) != (other.year, other.month, other.day):
            raise NotImplementedError('datetimes of several days are not subtracted in qkv')
        return timedelta(hours=self.hour - other.hour, minutes=self.minute - other.minute,
                         seconds=self.second - other.second,
                         microseconds=self.microsecond - other.microsecond)
