// Which descriptors are open on files of the directory.
#define _GNU_SOURCE
#include "recorder.h"
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

#define MAX_FD 4096

static struct {
  int is_ours;
  int owes;
  dev_t device;
  ino_t inode;
  char path[MAX_PATH];
} open_files[MAX_FD];
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

void remember(int fd, const char *path) {
  struct stat found;
  if (fd < 0 || fd >= MAX_FD || fstat(fd, &found) != 0) return;
  pthread_mutex_lock(&turn);
  open_files[fd].is_ours = 1;
  open_files[fd].owes = 0;
  open_files[fd].device = found.st_dev;
  open_files[fd].inode = found.st_ino;
  snprintf(open_files[fd].path, MAX_PATH, "%s", path);
  pthread_mutex_unlock(&turn);
}

int forget(int fd) {
  if (fd < 0 || fd >= MAX_FD) return 0;
  pthread_mutex_lock(&turn);
  int was = open_files[fd].is_ours;
  open_files[fd].is_ours = 0;
  pthread_mutex_unlock(&turn);
  return was;
}

int path_of(int fd, char *buffer, size_t size) {
  if (fd < 0 || fd >= MAX_FD || !open_files[fd].is_ours) return 0;
  int saved = errno;
  struct stat found;
  int same = fstat(fd, &found) == 0;
  pthread_mutex_lock(&turn);
  // A descriptor that was closed unseen may be a connection by now.
  same = same && open_files[fd].device == found.st_dev && open_files[fd].inode == found.st_ino;
  if (!same) open_files[fd].is_ours = 0;
  else snprintf(buffer, size, "%s", open_files[fd].path);
  pthread_mutex_unlock(&turn);
  errno = saved;
  return same;
}

void fail_others(int fd) {
  pthread_mutex_lock(&turn);
  for (int each = 0; each < MAX_FD; each += 1) {
    if (each == fd || !open_files[each].is_ours) continue;
    if (open_files[each].device != open_files[fd].device) continue;
    if (open_files[each].inode == open_files[fd].inode) open_files[each].owes = EIO;
  }
  pthread_mutex_unlock(&turn);
}

int owed_failure(int fd) {
  pthread_mutex_lock(&turn);
  int failure = open_files[fd].owes;
  open_files[fd].owes = 0;
  pthread_mutex_unlock(&turn);
  return failure;
}
