"""queue: first in, first out; last in; smallest."""
import heapq
from collections import deque


class Empty(Exception):
    """There is nothing to get."""


class Full(Exception):
    """There is no room for one more."""


class Queue:
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.queue = self._made()

    def _made(self):
        return deque()

    def _take(self):
        return self.queue.popleft()

    def _add(self, item):
        self.queue.append(item)

    def qsize(self):
        return len(self.queue)

    def empty(self):
        return not self.queue

    def full(self):
        return 0 < self.maxsize <= len(self.queue)

    def put(self, item, block=True, timeout=None):
        if self.full():
            raise Full
        self._add(item)

    put_nowait = put

    def get(self, block=True, timeout=None):
        if not self.queue:
            raise Empty
        return self._take()

    get_nowait = get


class LifoQueue(Queue):
    def _made(self):
        return []

    def _take(self):
        return self.queue.pop()


class PriorityQueue(Queue):
    def _made(self):
        return []

    def _take(self):
        return heapq.heappop(self.queue)

    def _add(self, item):
        heapq.heappush(self.queue, item)
