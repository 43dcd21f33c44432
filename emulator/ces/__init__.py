"""The Customer Engagement Suite API: a class a gRPC service or a kind of resource of it.

`app_resources` has what all kinds below an app share, and `stored` what is known of all that an app
keeps; each module beside them adds what is special to one. Imported from here are `resources`,
`storage` and `surface`, never the transports.
"""
