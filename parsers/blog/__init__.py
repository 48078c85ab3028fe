"""Read the blog's pages: posts with their votes, comments, the sidebar's roster, and admins' notes.

An entry goes this way: :mod:`html` (tokens) -> :mod:`outline` (where posts, comments and sidebar
are) -> :mod:`blog_page` (posts, with :mod:`notes`) and :mod:`comments`. :mod:`selectors` alone
knows the names in the site's markup.
"""
