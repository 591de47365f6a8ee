"""The referee: is this legal, and why not? What are the odds? What does the book say, and where is it?"""

from grognard.referee.ask import answer, answer_line
from grognard.referee.index import CaseIndex, index_of

__all__ = ["CaseIndex", "answer", "answer_line", "index_of"]
