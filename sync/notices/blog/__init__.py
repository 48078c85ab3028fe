"""Comments on the blog: one notice at a time, at most once.

:class:`Commenter` posts, :func:`inert` makes what players wrote fit for a notice, :func:`refusal_of` says
beforehand what a notice may not hold.
"""

from sync.net.http import FormSession
from sync.notices.blog.commenter import Commenter, CommentingSettings
from sync.notices.blog.notice_text import MAX_BYTES, inert, refusal_of
from sync.notices.blog.outcome import CommentOutcome, Result

__all__ = ["MAX_BYTES", "CommentOutcome", "Commenter", "CommentingSettings", "FormSession", "Result", "inert", "refusal_of"]
