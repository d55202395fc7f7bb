describe Tool
