package main

import (
	_ "github.com/apache/iceberg-go/catalog/sql"
	_ "github.com/apache/iceberg-go/io"
	_ "github.com/apache/iceberg-go/table"
	_ "modernc.org/sqlite"
)

func main() {}
