package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

// protos writes the Go code of the project's .proto files, by the generator of
// google.golang.org/protobuf; no protoc is needed.
func protos([]string) error {
	const dir = "proto"
	path, code, err := generate(dir, "ludens/v1/games.proto")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, path), code, 0o644)
}

// generate returns the code of a file and its path from the folder dir on.
func generate(dir, name string) (path string, code []byte, err error) {
	c := protocompile.Compiler{
		Resolver:       &protocompile.SourceResolver{ImportPaths: []string{dir}},
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	files, err := c.Compile(context.Background(), name)
	if err != nil {
		return "", nil, err
	}
	plugin, err := protogen.Options{}.New(&pluginpb.CodeGeneratorRequest{
		FileToGenerate: []string{name},
		Parameter:      proto.String("paths=source_relative,M" + name + "=./v1;ludensv1"),
		ProtoFile:      []*descriptorpb.FileDescriptorProto{protoutil.ProtoFromFileDescriptor(files[0])},
	})
	if err != nil {
		return "", nil, err
	}
	internal_gengo.GenerateFile(plugin, plugin.FilesByPath[name])
	answer := plugin.Response()
	if answer.Error != nil {
		return "", nil, fmt.Errorf("%s: %s", name, *answer.Error)
	}
	return answer.File[0].GetName(), []byte(answer.File[0].GetContent()), nil
}
