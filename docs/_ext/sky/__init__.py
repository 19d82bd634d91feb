"""Pictures of positions on the pages of the site, which the package itself draws and checks.

:mod:`sky.fence` reads what a page says, :mod:`sky.picture` checks and draws it, and :mod:`sky.directive` puts the
pictures into the page. Only the directive needs Sphinx.
"""
