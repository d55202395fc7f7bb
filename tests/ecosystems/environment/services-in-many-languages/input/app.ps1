$p = $env:APPDATA
$env:WRITTEN = "1"
