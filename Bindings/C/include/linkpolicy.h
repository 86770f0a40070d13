/*
 * LinkPolicy from C: policies that decide who may sign in to which account.
 *
 * Requests and answers are JSON in UTF-8, as Docs/Protocol.md describes them. A program that calls the library and a program
 * that runs the tool `linkpolicy decide` get the same bytes.
 *
 * Handles. A policy or table is a number, never a pointer, and 0 is none. A call with a handle that was freed, that belongs to the
 * other type, or that was never given out returns LP_INVALID_HANDLE. At most 16384 handles are alive at a time.
 *
 * Ownership. The library copies what the caller passes and keeps no pointer after a call. Each `lp_text` that a call fills belongs to the
 * caller, who frees it with lp_text_free. A call that does not return LP_OK or LP_REJECTED fills no text.
 *
 * Threads. Every function may be called from any thread at any time. A handle that one thread frees while another uses it stays
 * alive until that call returns. After fork(), the child can use the handles of its parent. fork() waits until the calls of other
 * threads have returned. Therefore do not leave a call by longjmp() or by cancelling its thread.
 */
#ifndef LINKPOLICY_H
#define LINKPOLICY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The results of calls. A request that cannot be decided is answered, with LP_OK and a JSON `error`. */
#define LP_OK 0
/*
 * A null pointer, a length above LP_LONGEST, an unknown flag, a name that is not UTF-8, or a key that is too short or too long. Nothing
 * was read or allocated for a wrong length.
 */
#define LP_INVALID_ARGUMENT 1
/* The handle is not a live one of this type. */
#define LP_INVALID_HANDLE 2
/* The library has no policy or answer by that name or number. */
#define LP_NOT_FOUND 3
/* The input was refused; the text has the findings, with their places. */
#define LP_REJECTED 4
/* 16384 handles are alive. */
#define LP_TOO_MANY_HANDLES 5

/* The largest length of a text, in bytes: 1 GiB. */
#define LP_LONGEST 1073741824

/* For `flags`: decisions contain their explanations. */
#define LP_EXPLAIN 1u

typedef uint64_t lp_policy;
typedef uint64_t lp_table;

/* Bytes that belong to the caller. A zero byte follows them, which `count` does not include. */
typedef struct lp_text {
  char *bytes;
  size_t count;
} lp_text;

/* The version of the library, such as "0.9.0". It is static: do not free it. */
const char *lp_version(void);

/* Frees the bytes of a text and sets it to null and 0. A null pointer or a null text is allowed. */
void lp_text_free(lp_text *text);

/* Takes a policy that the library includes: "firebase", "firebase-emulator", "hardened", "hardened-events" or
   "identity-platform". */
int32_t lp_policy_shipped(const char *name, lp_policy *policy);

/* Loads the image that `linkpolicy compile` wrote, of at most 64 MiB. If it is refused, `findings` is a JSON array. */
int32_t lp_policy_load(const uint8_t *image, size_t count, lp_policy *policy, lp_text *findings);

/*
 * Compiles the YAML text of a policy, of at most 8 MiB, which may extend a policy that the library includes. `name` is the file's name
 * in positions.
 * If the text is refused, `findings` is a JSON array of objects with `code`, `level`, `message`, and where they apply `help`,
 * `file`, `line` and `column`.
 */
int32_t lp_policy_compile(const uint8_t *text, size_t count, const char *name, lp_policy *policy, lp_text *findings);

/* The name and the digest of a policy, as JSON: {"name":"firebase","digest":"..."}. */
int32_t lp_policy_about(lp_policy policy, lp_text *about);

/*
 * Makes a policy whose records contain a hash of the account's id, keyed with 32 bytes to 64 KiB, and whose `decide` requests must ask for a
 * record. With a null key, records contain the id. This is `linkpolicy decide --record --account-key`.
 */
int32_t lp_policy_recording(lp_policy policy, const uint8_t *account_key, size_t count, lp_policy *recording);

/* Frees a policy. Tables and policies made from it stay valid. */
int32_t lp_policy_free(lp_policy policy);

/* Answers one request of at most 16 MiB with one line of JSON. A longer one is answered with an error, without being read. */
int32_t lp_answer(lp_policy policy, const uint8_t *request, size_t count, uint32_t flags, lp_text *answer);

/*
 * Answers one request on each line, with one answer on each line. Blank lines have no answer. A line of more than 16 MiB is answered with
 * an error. The library copies one line at a time, and keeps all answers in memory.
 */
int32_t lp_answer_lines(lp_policy policy, const uint8_t *lines, size_t count, uint32_t flags, lp_text *answers);

/*
 * Makes the table of the attempts of an action and of one kind of sign-in, to decide many combinations of facts. `kind` is null for an
 * action that carries no method. If the policy decides no such attempts, `findings` is a JSON array.
 */
int32_t lp_table_make(lp_policy policy, const char *action, const char *kind, lp_table *table, lp_text *findings);

/* The columns in their order, as JSON: [{"fact":"credential","values":["new","known"]}]. */
int32_t lp_table_columns(lp_table table, lp_text *columns);

/*
 * Decides `count` combinations. columns[i][j] is the number of a value of the i-th fact: its index in `values`. `answers` has room
 * for `count` numbers, which lp_table_answer converts.
 */
int32_t lp_table_decide(
    lp_table table, const uint16_t *const *columns, size_t column_count, size_t count, uint32_t *answers, lp_text *findings);

/* The answer with a number, as JSON with the members `outcome`, `effects`, `ask`, `tell` and `row` of a decision. */
int32_t lp_table_answer(lp_table table, uint32_t number, lp_text *answer);

/* Frees a table. */
int32_t lp_table_free(lp_table table);

#ifdef __cplusplus
}
#endif
#endif
