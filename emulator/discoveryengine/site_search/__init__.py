"""SiteSearchEngineService: what a website's data store is told of its site.

- `target_sites`: the addresses that belong to it
- `sitemaps`: the addresses of its sitemaps
- `websites`: what both are below

It is kept for those who set up websites, such as Terraform, and nothing is crawled. Pages are
written as documents.
"""
