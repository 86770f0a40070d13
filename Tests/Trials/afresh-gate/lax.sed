s/refuse: no-entry, show: allowed/do: [sign-in]/
s/do: \[drop-unproven, replace-subject, sign-in\]/do: [replace-subject, sign-in]/
