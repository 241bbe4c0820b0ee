package main

import (
	"os/exec"
	"strings"
	"testing"
)

// forbidden are packages that the gate must not link: heavy to start, or a way to a network. "table" of iceberg-go alone
// costs 60 ms and 37 MiB before main.
var forbidden = []string{
	"github.com/apache/iceberg-go/table", "github.com/apache/iceberg-go/catalog", "github.com/apache/iceberg-go/io",
	"github.com/apache/arrow-go", "github.com/aws/", "cloud.google.com/", "google.golang.org/", "github.com/Azure/",
	"net/http", "crypto/tls", "text/template", "html/template", "testing",
}

func TestLinkedPackages(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatalf("list the linked packages: %v", err)
	}
	linked := strings.Fields(string(out))
	if len(linked) < 50 {
		t.Fatalf("only %d packages are linked; is the list read right?", len(linked))
	}
	for _, name := range linked {
		for _, bad := range forbidden {
			if name == bad || strings.HasPrefix(name, strings.TrimSuffix(bad, "/")+"/") {
				t.Errorf("%s is linked", name)
			}
		}
	}
}
