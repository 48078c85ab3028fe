"""Read the blog's pages: posts with their votes, comments, the sidebar's roster, and admins' notes.

An entry goes this way, each module once: :mod:`html` (tokens) -> :mod:`outline` (where posts, comments and sidebar
are) -> :mod:`page_posts` (title, status, :mod:`notes`) and :mod:`comments` (:mod:`dates`, votes) -> :mod:`blog_page`.
:mod:`selectors` alone knows the names in the site's markup.

``read_page`` never raises and never takes "not there" for "none": what a page should hold and does not is a
Problem, fatal where nothing on the page can be relied upon.
"""
