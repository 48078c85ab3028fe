"""An audit in the formats that other programs show. Each is a module with a function ``render``, which is given an
:class:`sync.reports.formats.document.AuditDocument`; the shortest, ``concise``, is there.
"""
