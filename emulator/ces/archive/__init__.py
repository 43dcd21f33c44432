"""An app as a zip file: one folder with `app.json` and a folder for each of its resources.

`zip_files` packs and unpacks it, `writing` and `reading` go from an app to its files and back, and
`targets` says which resources those become. `texts` keeps code and instructions in files of their
own, and `values` fills in what `environment.json` has for an app.
"""
