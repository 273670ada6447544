/* Stands between a program and its disk, as LD_PRELOAD: what it writes below RAINETTE_DISK_FOLDER goes as the word in
 * the file RAINETTE_DISK_STATE says.
 *
 *   ok        as ever
 *   readonly  nothing can be written, as after the system has made a file system read-only (EROFS)
 *   broken    writing fails (EIO)
 *   unsynced  everything is written, but making it safe fails: nobody knows what is on the disk (EIO)
 *   slow N    making it safe takes N milliseconds
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static void state(char *word, size_t size) {
    strcpy(word, "ok");
    const char *path = getenv("RAINETTE_DISK_STATE");
    if (path == NULL) return;
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t read = syscall(SYS_read, file, word, size - 1);
    word[read > 0 ? read : 0] = 0;
    syscall(SYS_close, file);
}

static int is_below(const char *path) {
    const char *folder = getenv("RAINETTE_DISK_FOLDER");
    return folder != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_ours(int file) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_below(path);
}

/* The error with which writing fails now; 0 where it works. */
static int writing(int file) {
    if (!is_ours(file)) return 0;
    char word[64];
    state(word, sizeof word);
    if (strncmp(word, "readonly", 8) == 0) return EROFS;
    if (strncmp(word, "broken", 6) == 0) return EIO;
    return 0;
}

/* The same for making it safe. */
static int syncing(int file) {
    if (!is_ours(file)) return 0;
    char word[64];
    state(word, sizeof word);
    if (strncmp(word, "slow", 4) == 0) {
        long millis = atol(word + 4);
        struct timespec pause = { millis / 1000, (millis % 1000) * 1000000L };
        nanosleep(&pause, NULL);
    }
    if (strncmp(word, "readonly", 8) == 0) return EROFS;
    if (strncmp(word, "broken", 6) == 0 || strncmp(word, "unsynced", 8) == 0) return EIO;
    return 0;
}

#define FAIL(error) do { int why = (error); if (why != 0) { errno = why; return -1; } } while (0)
#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

ssize_t write(int file, const void *bytes, size_t count) {
    FAIL(writing(file));
    return syscall(SYS_write, file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    FAIL(writing(file));
    return syscall(SYS_pwrite64, file, bytes, count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t at) {
    FAIL(writing(file));
    return syscall(SYS_pwrite64, file, bytes, count, at);
}

int ftruncate(int file, off_t length) {
    FAIL(writing(file));
    return (int)syscall(SYS_ftruncate, file, length);
}

int ftruncate64(int file, off_t length) {
    FAIL(writing(file));
    return (int)syscall(SYS_ftruncate, file, length);
}

int fsync(int file) {
    FAIL(syncing(file));
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    FAIL(syncing(file));
    return (int)syscall(SYS_fdatasync, file);
}

static int opening(const char *path, int flags) {
    if ((flags & O_ACCMODE) == O_RDONLY && (flags & O_CREAT) == 0) return 0;
    if (!is_below(path)) return 0;
    char word[64];
    state(word, sizeof word);
    return strncmp(word, "readonly", 8) == 0 ? EROFS : 0;
}

#define MODE(flags, mode) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = (mode_t)va_arg(rest, int); \
        va_end(rest); \
    }

int open(const char *path, int flags, ...) {
    MODE(flags, mode);
    FAIL(opening(path, flags));
    return NEXT(int (*)(const char *, int, ...), "open")(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags, mode);
    FAIL(opening(path, flags));
    return NEXT(int (*)(const char *, int, ...), "open64")(path, flags, mode);
}
