"""OpenAPI: services whose documents describe what can be asked of them."""
