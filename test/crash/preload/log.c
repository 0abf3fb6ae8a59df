// The record itself: one append for each entry, so that it is whole in the file or not there.
#define _GNU_SOURCE
#include "recorder.h"
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int log_fd = -1;
static const char *folder;
static size_t folder_length;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void start(void) {
  folder = getenv("CRASH_DIR");
  const char *log = getenv("CRASH_LOG");
  if (!folder || !log) return;
  folder_length = strlen(folder);
  int fd = REAL(open)(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) abort();
  // Out of the way of the numbers that the program gets.
  log_fd = fcntl(fd, F_DUPFD_CLOEXEC, 180);
  REAL(close)(fd);
}

void record(struct entry entry, const char *path, const char *other, const void *data, size_t length) {
  if (log_fd < 0) return;
  int saved = errno;
  entry.magic = MAGIC;
  entry.pid = (uint32_t)getpid();
  entry.path_length = (uint32_t)strlen(path);
  entry.other_length = (uint32_t)strlen(other);
  entry.data_length = (uint32_t)length;
  struct iovec parts[] = {
      {&entry, sizeof entry},
      {(void *)path, entry.path_length},
      {(void *)other, entry.other_length},
      {(void *)data, length},
  };
  size_t whole = sizeof entry + entry.path_length + entry.other_length + length;
  pthread_mutex_lock(&turn);
  // A record with a hole proves nothing: rather none at all.
  if (REAL(writev)(log_fd, parts, 4) != (ssize_t)whole) abort();
  pthread_mutex_unlock(&turn);
  errno = saved;
}

const char *inside(int dirfd, const char *path, char *buffer, size_t size) {
  if (log_fd < 0 || !path) return NULL;
  char whole[PATH_MAX];
  if (path[0] != '/' && dirfd != AT_FDCWD) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", dirfd);
    ssize_t length = readlink(link, whole, sizeof whole - 1);
    if (length < 0) return NULL;
    snprintf(whole + length, sizeof whole - (size_t)length, "/%s", path);
    path = whole;
  }
  if (strncmp(path, folder, folder_length) != 0) return NULL;
  path += folder_length;
  if (*path != '/' && *path != 0) return NULL;
  while (*path == '/') path += 1;
  snprintf(buffer, size, "%s", path);
  size_t end = strlen(buffer);
  while (end > 0 && buffer[end - 1] == '/') buffer[--end] = 0;
  return buffer;
}
