"""An app as a zip file: one folder with `app.json` and a folder for each of its resources.

- `zip_files`: packing and unpacking
- `writing`, `reading`: from an app to its files, and back
- `targets`: which resource of the app each resource of the archive becomes
- `text_files`: code and instructions in files of their own
- `environment_values`: the values that `environment.json` has for an app
"""
