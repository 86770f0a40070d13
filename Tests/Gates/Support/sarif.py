"""The parts of SARIF 2.1.0 that reports of the tool are made of."""

# What SARIF 2.1.0 requires of the parts that are written.
PLACE = {
    "type": "object", "required": ["physicalLocation"],
    "properties": {"physicalLocation": {
        "type": "object", "required": ["artifactLocation", "region"],
        "properties": {
            "artifactLocation": {"type": "object", "required": ["uri"]},
            "region": {"type": "object", "required": ["startLine", "startColumn"], "properties": {
                "startLine": {"type": "integer", "minimum": 1}, "startColumn": {"type": "integer", "minimum": 1}}},
        }}},
}
SARIF = {
    "type": "object", "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "minItems": 1, "items": {
            "type": "object", "required": ["tool", "results"],
            "properties": {
                "tool": {"type": "object", "required": ["driver"], "properties": {
                    "driver": {"type": "object", "required": ["name", "rules"]}}},
                "results": {"type": "array", "items": {
                    "type": "object", "required": ["ruleId", "level", "message", "locations", "partialFingerprints"],
                    "properties": {
                        "level": {"enum": ["none", "note", "warning", "error"]},
                        "message": {"type": "object", "required": ["text"]},
                        "locations": {"type": "array", "items": PLACE},
                        "relatedLocations": {"type": "array", "items": PLACE},
                    }}},
            }}},
    },
}
