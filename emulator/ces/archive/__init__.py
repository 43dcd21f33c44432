"""An app as a zip file: one folder with `app.json` and a folder for each of its resources.

`zip_files` reads and writes the zip, `layout` says which file holds what, `texts` keeps code and
instructions in files of their own, `links` writes references as the names of folders, and `values`
fills in what `environment.json` has for an app.
"""
