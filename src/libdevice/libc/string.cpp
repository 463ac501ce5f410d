// Functions of <string.h> that kernels call on memory they can reach; copies and fills are LLVM's own.

extern "C" {
unsigned long strlen(const char *text) {
  unsigned long length = 0;
  while (text[length] != '\0')
    ++length;
  return length;
}

int memcmp(const void *first, const void *second, unsigned long count) {
  const unsigned char *a = static_cast<const unsigned char *>(first), *b = static_cast<const unsigned char *>(second);
  for (unsigned long i = 0; i < count; ++i)
    if (a[i] != b[i])
      return a[i] - b[i];
  return 0;
}
int bcmp(const void *first, const void *second, unsigned long count) {
  return memcmp(first, second, count);
}

int strncmp(const char *first, const char *second, unsigned long count) {
  for (unsigned long i = 0; i < count; ++i) {
    const unsigned char a = static_cast<unsigned char>(first[i]), b = static_cast<unsigned char>(second[i]);
    if (a != b || a == '\0')
      return a - b;
  }
  return 0;
}
int strcmp(const char *first, const char *second) {
  return strncmp(first, second, ~0ul);
}

void *memchr(const void *memory, int value, unsigned long count) {
  const unsigned char *bytes = static_cast<const unsigned char *>(memory);
  for (unsigned long i = 0; i < count; ++i)
    if (bytes[i] == static_cast<unsigned char>(value))
      return const_cast<unsigned char *>(bytes + i);
  return nullptr;
}

char *strchr(const char *text, int value) {
  for (;; ++text) {
    if (*text == static_cast<char>(value))
      return const_cast<char *>(text);
    if (*text == '\0')
      return nullptr;
  }
}

char *strcpy(char *to, const char *from) {
  unsigned long i = 0;
  do
    to[i] = from[i];
  while (from[i++] != '\0');
  return to;
}

char *strncpy(char *to, const char *from, unsigned long count) {
  unsigned long i = 0;
  for (; i < count && from[i] != '\0'; ++i)
    to[i] = from[i];
  for (; i < count; ++i)
    to[i] = '\0';
  return to;
}
}
