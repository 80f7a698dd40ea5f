/* Word count, in C: how many words and lines a text has. Built with `zig cc --target=wasm32-wasi` or a clang with a
   WASI library. Reads the request as bytes and needs no JSON library: the text is the only value with that key. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char request[1 << 20];

int main(void) {
    size_t size = fread(request, 1, sizeof request - 1, stdin);
    request[size] = 0;
    char *at = strstr(request, "\"text\": \"");
    if (at == NULL) {
        fputs("there is no text 'text'", stderr);
        return 1;
    }
    long words = 0, lines = 1;
    int inside = 0;
    for (at += 9; *at && *at != '"'; at++) {
        char byte = *at;
        if (byte == '\\') {
            byte = *++at;
            if (byte == 'n') lines++;
            if (byte == 'n' || byte == 't' || byte == 'r') byte = ' ';
        }
        if (byte == ' ') inside = 0;
        else if (!inside) { inside = 1; words++; }
    }
    printf("{\"words\": %ld, \"lines\": %ld}", words, lines);
    return 0;
}
