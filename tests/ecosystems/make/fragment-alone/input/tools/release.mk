.RECIPEPREFIX = >
.ONESHELL:
.PHONY: tag push
VERSION := 1.2.0
tag::
>git tag v$(VERSION)
>git log -1
push: tag
>git push origin v$(VERSION)
