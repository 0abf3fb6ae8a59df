// A library to preload (LD_PRELOAD) into the server. It writes down, in order, what the process does to the files of one
// directory, and delays or fails calls where the rules say so. Only the calls of libc that Node (libuv) and SQLite use
// are seen; memory maps are not. SQLite maps its -shm file alone, which it makes anew after a crash.
//
//   CRASH_DIR    the directory that is recorded, an absolute path without a slash at its end
//   CRASH_LOG    the file that the record is appended to; outside of CRASH_DIR
//   CRASH_RULES  a file of rules, see rules.c; it may change while the process runs
#ifndef RECORDER_H
#define RECORDER_H

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum call { OPEN = 1, CLOSE, WRITE, TRUNCATE, SYNC_BEGIN, SYNC_END, RENAME, LINK, UNLINK, MKDIR, RMDIR, FAULT };

// One entry of the record; path, other path and data follow it. test/crash/record.ts reads the same layout.
struct entry {
  uint32_t magic;
  uint32_t call;
  uint32_t pid;
  int32_t fd;
  int64_t number;  // offset of a write, length of a truncate, serial number of a sync
  uint32_t failure; // errno of SYNC_END and of FAULT, which says that a rule failed a call
  uint32_t flags;  // IS_NEW, IS_FOLDER
  uint32_t path_length;
  uint32_t other_length;
  uint32_t data_length;
  uint32_t reserved;
};
#define MAGIC 0x48535243u
#define IS_NEW 1u
#define IS_FOLDER 2u

// log.c
void record(struct entry entry, const char *path, const char *other, const void *data, size_t length);
// The part of a path below CRASH_DIR ("" for the directory itself), or NULL for any other path.
const char *inside(int dirfd, const char *path, char *buffer, size_t size);

// descriptors.c: which file of the directory a descriptor is open on
void remember(int fd, const char *path);
int forget(int fd);
// Copies the path; 0 when the descriptor is none of the directory.
int path_of(int fd, char *buffer, size_t size);
// Linux tells a failed sync to every descriptor of the file that was open then, once each.
void fail_others(int fd);
int owed_failure(int fd);

// rules.c: sleeps where a rule says so. Returns the errno to fail with, or 0; *half: half of the bytes are written first
int judge(const char *call, const char *path, int *half);

#define MAX_PATH 512
#define REAL(name) ((__typeof__(&name))real(#name))
// The function that this library stands in front of.
static inline void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

#endif
