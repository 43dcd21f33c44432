"""The API's shape: messages, methods, HTTP rules and field behaviours of every version.

- `compiler`: compiles it from Google's published clients; `registry` loads it
- `messages`, `names`, `errors`, `status`: message classes, resource names, errors
- `router`: from an HTTP path to a method; `nearest_path` for one that nothing is served at
- `decoder`, `encoder`: JSON to messages and back; `message_shapes`, `scalars` and `wellknown` for
  their types, `encoding_cache` and `growing_json` for speed, `field_hints` for what was meant
- `validation`: what every request must satisfy
- `unpublished_fields`, `unpublished_methods`: what the service has and no published client
- `caller`: what is known of the running call beside its request

For transports and services.
"""
