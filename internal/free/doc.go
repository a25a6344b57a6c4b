// Package free returns how much memory and disk this machine has to spare, where it
// knows.
package free
