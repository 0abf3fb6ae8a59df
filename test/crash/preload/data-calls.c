// What changes the bytes of a file, and what makes them durable.
#define _GNU_SOURCE
#include "recorder.h"
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

static int refuse(int failure) {
  errno = failure;
  return -1;
}

typedef ssize_t write_at(int, const void *, size_t, off64_t);

static ssize_t write_here(int fd, const void *data, size_t length, off64_t offset) {
  (void)offset;
  return REAL(write)(fd, data, length);
}

static int grows(int fd, size_t length, off64_t offset) {
  struct stat found;
  int saved = errno;
  off64_t at = offset >= 0 ? offset : lseek64(fd, 0, SEEK_CUR);
  int is_past = fstat(fd, &found) == 0 && at + (off64_t)length > found.st_size;
  errno = saved;
  return is_past;
}

// An offset of -1 means where the descriptor stands.
static ssize_t put(int fd, const void *data, size_t length, off64_t offset, write_at *write_it) {
  char path[MAX_PATH];
  if (!path_of(fd, path, sizeof path)) return write_it(fd, data, length, offset);
  int half, failure = judge("write", path, &half);
  if (!failure && grows(fd, length, offset)) failure = judge("grow", path, &half);
  if (failure && !half) return refuse(failure);
  ssize_t written = write_it(fd, data, failure ? length / 2 : length, offset);
  if (written > 0) {
    off64_t at = offset >= 0 ? offset : lseek64(fd, 0, SEEK_CUR) - written;
    struct entry entry = {.call = WRITE, .fd = fd, .number = at};
    record(entry, "", "", data, (size_t)written);
  }
  return failure ? refuse(failure) : written;
}

static ssize_t put_parts(int fd, const struct iovec *parts, int count, off64_t offset, write_at *write_it) {
  size_t length = 0, filled = 0;
  for (int each = 0; each < count; each += 1) length += parts[each].iov_len;
  char *whole = malloc(length + 1);
  if (!whole) return refuse(ENOMEM);
  for (int each = 0; each < count; each += 1) {
    memcpy(whole + filled, parts[each].iov_base, parts[each].iov_len);
    filled += parts[each].iov_len;
  }
  ssize_t written = put(fd, whole, length, offset, write_it);
  int saved = errno;
  free(whole);
  errno = saved;
  return written;
}

static int is_ours(int fd) {
  char path[MAX_PATH];
  return path_of(fd, path, sizeof path);
}

ssize_t write(int fd, const void *data, size_t length) { return put(fd, data, length, -1, write_here); }
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
  return put(fd, data, length, offset, REAL(pwrite64));
}
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  return put(fd, data, length, offset, REAL(pwrite64));
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  return is_ours(fd) ? put_parts(fd, parts, count, -1, write_here) : REAL(writev)(fd, parts, count);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  return is_ours(fd) ? put_parts(fd, parts, count, offset, REAL(pwrite64)) : REAL(pwritev)(fd, parts, count, offset);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  return pwritev(fd, parts, count, offset);
}

static int cut(int fd, off64_t length) {
  char path[MAX_PATH];
  if (!path_of(fd, path, sizeof path)) return REAL(ftruncate64)(fd, length);
  int failure = judge("truncate", path, NULL);
  if (failure) return refuse(failure);
  int result = REAL(ftruncate64)(fd, length);
  struct entry entry = {.call = TRUNCATE, .fd = fd, .number = length};
  if (result == 0) record(entry, "", "", "", 0);
  return result;
}
int ftruncate(int fd, off_t length) { return cut(fd, length); }
int ftruncate64(int fd, off64_t length) { return cut(fd, length); }

typedef int sync_it(int);

// Written down before and after: only what was written before it began is durable when it has ended.
static int wait_for_disk(int fd, sync_it *sync_file) {
  static atomic_long serial;
  char path[MAX_PATH];
  if (!path_of(fd, path, sizeof path)) return sync_file(fd);
  struct entry begin = {.call = SYNC_BEGIN, .fd = fd, .number = atomic_fetch_add(&serial, 1)};
  record(begin, "", "", "", 0);
  int failure = judge("sync", path, NULL);
  if (failure) fail_others(fd);
  else failure = owed_failure(fd);
  if (!failure && sync_file(fd) != 0) failure = errno;
  struct entry end = {.call = SYNC_END, .fd = fd, .number = begin.number, .failure = (uint32_t)failure};
  record(end, "", "", "", 0);
  return failure ? refuse(failure) : 0;
}
int fsync(int fd) { return wait_for_disk(fd, REAL(fsync)); }
int fdatasync(int fd) { return wait_for_disk(fd, REAL(fdatasync)); }

static int ask_for_room(const char *path, struct statfs64 *found) {
  int result = REAL(statfs64)(path, found);
  char name[MAX_PATH];
  if (result == 0 && inside(AT_FDCWD, path, name, sizeof name) && judge("room", name, NULL)) found->f_bavail = 0;
  return result;
}
int statfs(const char *path, struct statfs *found) { return ask_for_room(path, (struct statfs64 *)found); }
int statfs64(const char *path, struct statfs64 *found) { return ask_for_room(path, found); }
