// Roman number, in Go: a number from 1 to 3999 as the Romans wrote it. Built with
// `GOOS=wasip1 GOARCH=wasm go build -ldflags="-s -w" -o plugin.wasm plugin.go`.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

type request struct {
	Params struct {
		Number int `json:"number"`
	} `json:"params"`
}

var signs = []struct {
	worth int
	sign  string
}{
	{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"},
	{50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
}

func main() {
	var asked request
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var roman strings.Builder
	rest := asked.Params.Number
	for _, each := range signs {
		for ; rest >= each.worth; rest -= each.worth {
			roman.WriteString(each.sign)
		}
	}
	json.NewEncoder(os.Stdout).Encode(roman.String())
}
