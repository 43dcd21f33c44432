"""From the lines of pages to `blocks`.

`rows` joins the pieces of a line, `text_direction` puts right-to-left ones in order, `headings`
and `paragraphs` tell where these begin, and `tables` which lines are rows; `running_heads` and the
`table_of_contents` are left out.
"""
