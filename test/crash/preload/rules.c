// Rules, one a line:  CALL PATTERN FROM TO WHAT
//
//   CALL     open (for writing), look (for reading), write, grow (a write past the end of the file), truncate, sync,
//            rename, link, unlink, mkdir, rmdir, room (asking how much is left), or * for all
//   PATTERN  of the path inside the directory, as the shell's: * also matches slashes; . is the directory itself
//   FROM TO  which of the calls that match, counted from 1; TO 0 means all that follow
//   WHAT     EIO, ENOSPC, EROFS or EMFILE; with /2 behind it half of the bytes are written first; or a number of
//            milliseconds to wait
//
// The file is read again when it has changed, and counting begins anew.
#define _GNU_SOURCE
#include "recorder.h"
#include <fcntl.h>
#include <fnmatch.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAX_RULES 16

static struct rule {
  char call[16];
  char pattern[128];
  long from, to, seen;
  char what[16];
} rules[MAX_RULES];
static int count;
static struct stat known;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void read_rules(const char *file) {
  struct stat found;
  if (stat(file, &found) != 0) {
    count = 0;
    return;
  }
  if (found.st_ino == known.st_ino && found.st_mtim.tv_nsec == known.st_mtim.tv_nsec &&
      found.st_mtim.tv_sec == known.st_mtim.tv_sec)
    return;
  known = found;
  count = 0;
  char text[4096];
  int fd = REAL(open)(file, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  if (fd >= 0) REAL(close)(fd);
  text[length < 0 ? 0 : length] = 0;
  char *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line && count < MAX_RULES; line = strtok_r(NULL, "\n", &rest)) {
    struct rule rule = {.seen = 0};
    // A rule that is not understood would be a fault that never comes.
    if (sscanf(line, "%15s %127s %ld %ld %15s", rule.call, rule.pattern, &rule.from, &rule.to, rule.what) != 5) abort();
    rules[count++] = rule;
  }
}

static int failure_of(const char *what) {
  if (strncmp(what, "EIO", 3) == 0) return EIO;
  if (strncmp(what, "ENOSPC", 6) == 0) return ENOSPC;
  if (strncmp(what, "EROFS", 5) == 0) return EROFS;
  if (strncmp(what, "EMFILE", 6) == 0) return EMFILE;
  abort();
}

int judge(const char *call, const char *path, int *half) {
  const char *file = getenv("CRASH_RULES");
  int saved = errno, failure = 0;
  long wait = 0;
  if (half) *half = 0;
  if (!file) return 0;
  if (!*path) path = ".";
  pthread_mutex_lock(&turn);
  read_rules(file);
  for (int each = 0; each < count; each += 1) {
    struct rule *rule = &rules[each];
    if (strcmp(rule->call, "*") != 0 && strcmp(rule->call, call) != 0) continue;
    if (fnmatch(rule->pattern, path, 0) != 0) continue;
    rule->seen += 1;
    if (rule->seen < rule->from || (rule->to != 0 && rule->seen > rule->to)) continue;
    if (rule->what[0] >= '0' && rule->what[0] <= '9') {
      wait += atol(rule->what);
      continue;
    }
    failure = failure_of(rule->what);
    if (half) *half = strstr(rule->what, "/2") != NULL;
  }
  pthread_mutex_unlock(&turn);
  struct entry entry = {.call = FAULT, .failure = (uint32_t)failure};
  if (failure) record(entry, path, call, "", 0);
  if (wait > 0) nanosleep(&(struct timespec){wait / 1000, (wait % 1000) * 1000000}, NULL);
  errno = saved;
  return failure;
}
