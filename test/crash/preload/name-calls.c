// What opens files and changes their names.
#define _GNU_SOURCE
#include "recorder.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int refuse(int failure) {
  errno = failure;
  return -1;
}

static int open_any(int dirfd, const char *path, int flags, mode_t mode) {
  char name[MAX_PATH];
  if (!inside(dirfd, path, name, sizeof name)) return REAL(openat64)(dirfd, path, flags, mode);
  int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT);
  int failure = judge(writes ? "open" : "look", name, NULL);
  if (failure) return refuse(failure);
  struct stat found;
  int saved = errno;
  int is_new = (flags & O_CREAT) && fstatat(dirfd, path, &found, 0) != 0;
  errno = saved;
  int fd = REAL(openat64)(dirfd, path, flags, mode);
  if (fd < 0) return fd;
  int is_folder = fstat(fd, &found) == 0 && S_ISDIR(found.st_mode);
  remember(fd, name);
  struct entry entry = {.call = OPEN, .fd = fd, .flags = (is_new ? IS_NEW : 0) | (is_folder ? IS_FOLDER : 0)};
  record(entry, name, "", "", 0);
  struct entry emptied = {.call = TRUNCATE, .fd = fd, .number = 0};
  if ((flags & O_TRUNC) && !is_new) record(emptied, "", "", "", 0);
  return fd;
}

#define MODE_OF(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { \
    va_list more; \
    va_start(more, flags); \
    mode = va_arg(more, mode_t); \
    va_end(more); \
  }
int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_any(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_any(AT_FDCWD, path, flags, mode);
}
int openat(int dirfd, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_any(dirfd, path, flags, mode);
}
int openat64(int dirfd, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_any(dirfd, path, flags, mode);
}
int close(int fd) {
  struct entry entry = {.call = CLOSE, .fd = fd};
  // Before it is closed: at once another thread may get the same number.
  if (forget(fd)) record(entry, "", "", "", 0);
  return REAL(close)(fd);
}

// One name that is made or goes away.
#define CHANGE(kind, word, dirfd, path, real_call) \
  char name[MAX_PATH]; \
  if (!inside(dirfd, path, name, sizeof name)) return real_call; \
  int failure = judge(word, name, NULL); \
  if (failure) return refuse(failure); \
  int result = real_call; \
  struct entry entry = {.call = kind}; \
  if (result == 0) record(entry, name, "", "", 0); \
  return result;

int unlink(const char *path) { CHANGE(UNLINK, "unlink", AT_FDCWD, path, REAL(unlink)(path)) }
int rmdir(const char *path) { CHANGE(RMDIR, "rmdir", AT_FDCWD, path, REAL(rmdir)(path)) }
int mkdir(const char *path, mode_t mode) { CHANGE(MKDIR, "mkdir", AT_FDCWD, path, REAL(mkdir)(path, mode)) }
int mkdirat(int dirfd, const char *path, mode_t mode) {
  CHANGE(MKDIR, "mkdir", dirfd, path, REAL(mkdirat)(dirfd, path, mode))
}
static int unlink_file_at(int dirfd, const char *path, int flags) {
  CHANGE(UNLINK, "unlink", dirfd, path, REAL(unlinkat)(dirfd, path, flags))
}
static int remove_folder_at(int dirfd, const char *path, int flags) {
  CHANGE(RMDIR, "rmdir", dirfd, path, REAL(unlinkat)(dirfd, path, flags))
}
int unlinkat(int dirfd, const char *path, int flags) {
  return (flags & AT_REMOVEDIR) ? remove_folder_at(dirfd, path, flags) : unlink_file_at(dirfd, path, flags);
}
int remove(const char *path) {
  struct stat found;
  int is_folder = lstat(path, &found) == 0 && S_ISDIR(found.st_mode);
  return is_folder ? rmdir(path) : unlink(path);
}
char *mkdtemp(char *pattern) {
  char name[MAX_PATH];
  if (!inside(AT_FDCWD, pattern, name, sizeof name)) return REAL(mkdtemp)(pattern);
  int failure = judge("mkdir", name, NULL);
  if (failure) {
    errno = failure;
    return NULL;
  }
  char *made = REAL(mkdtemp)(pattern);
  struct entry entry = {.call = MKDIR};
  if (made) record(entry, inside(AT_FDCWD, made, name, sizeof name), "", "", 0);
  return made;
}

// Two names; the second is the new one.
#define MOVE(kind, word, from_fd, from, to_fd, to, real_call) \
  char old_name[MAX_PATH], new_name[MAX_PATH]; \
  if (!inside(from_fd, from, old_name, sizeof old_name) || !inside(to_fd, to, new_name, sizeof new_name)) return real_call; \
  int failure = judge(word, new_name, NULL); \
  if (failure) return refuse(failure); \
  int result = real_call; \
  struct entry entry = {.call = kind}; \
  if (result == 0) record(entry, old_name, new_name, "", 0); \
  return result;

int rename(const char *from, const char *to) {
  MOVE(RENAME, "rename", AT_FDCWD, from, AT_FDCWD, to, REAL(rename)(from, to))
}
int renameat(int from_fd, const char *from, int to_fd, const char *to) {
  MOVE(RENAME, "rename", from_fd, from, to_fd, to, REAL(renameat)(from_fd, from, to_fd, to))
}
int link(const char *from, const char *to) {
  MOVE(LINK, "link", AT_FDCWD, from, AT_FDCWD, to, REAL(link)(from, to))
}
int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags) {
  MOVE(LINK, "link", from_fd, from, to_fd, to, REAL(linkat)(from_fd, from, to_fd, to, flags))
}
