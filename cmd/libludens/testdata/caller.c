// A caller of the library: it does what its input says, a line each, and prints what comes
// of it in a line.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "libludens.h"

static void tell(char *text) {
	printf("%s\n", text ? text : "ok");
	fflush(stdout);
	if (text) ludens_free(text);
}

int main(int argc, char **argv) {
	static char line[1 << 16];
	uintptr_t handle = 0;
	unsigned char *memory = NULL;
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = 0;
		char *rest = strchr(line, ' ');
		rest = rest ? rest + 1 : "";
		switch (line[0]) {
		case 'o': tell(ludens_open(rest, &handle)); break;
		case 'a': tell(ludens_ask(handle, rest)); break;
		case 'm': { // bytes and rows
			size_t bytes = strtoul(rest, &rest, 10);
			memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
			memset(memory, 0, bytes);
			tell(ludens_share(handle, memory, bytes, atoi(rest)));
			break;
		}
		case 'w': { // offset and byte
			size_t at = strtoul(rest, &rest, 10);
			memory[at] = atoi(rest);
			break;
		}
		case 'g': printf("%d\n", memory[strtoul(rest, NULL, 10)]); fflush(stdout); break;
		case 'r': tell(ludens_run(handle)); break;
		case 'c': ludens_close(handle); tell(NULL); break;
		}
	}
}
