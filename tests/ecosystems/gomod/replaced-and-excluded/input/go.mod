module example.com/fleet

go 1.20

require (
	example.com/fleet/api v0.0.0
	example.com/outside v0.1.0
	github.com/docker/docker v24.0.7+incompatible
	github.com/gogo/protobuf v1.3.2
	k8s.io/client-go v11.0.0+incompatible
)

replace (
	example.com/fleet/api => ./api
	example.com/outside => ../outside
	github.com/gogo/protobuf => github.com/regen-network/protobuf v1.3.3-alpha.regen.1
	github.com/unused/module => github.com/fork/module v1.0.0
	k8s.io/client-go v11.0.0+incompatible => k8s.io/client-go v0.29.0
)

replace github.com/docker/docker v23.0.0+incompatible => ./not-this-version

exclude github.com/google/uuid v1.1.0

retract (
	v0.1.0 // published by mistake
	[v0.2.0, v0.2.9]
)
