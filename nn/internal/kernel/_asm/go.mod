module ludens/nn/internal/kernel/asm

go 1.26.0
