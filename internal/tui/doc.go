// Package tui is what people see and type at a terminal: boards, tables in columns,
// bars, and a whole game against an agent.
package tui
