// Decides one sign-in, from the lookup to the change set.
package main

/*
#cgo pkg-config: linkpolicy
#include <linkpolicy.h>
*/
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

func taken(text *C.lp_text) string {
	defer C.lp_text_free(text)
	return C.GoStringN(text.bytes, C.int(text.count))
}

func compile(text, name string) (C.lp_policy, error) {
	var policy C.lp_policy
	var findings C.lp_text
	bytes, cName := []byte(text), append([]byte(name), 0)
	status := C.lp_policy_compile((*C.uint8_t)(&bytes[0]), C.size_t(len(bytes)), (*C.char)(unsafe.Pointer(&cName[0])), &policy, &findings)
	if status != C.LP_OK {
		return 0, fmt.Errorf("%d %s", status, taken(&findings))
	}
	return policy, nil
}

func answer(policy C.lp_policy, request string) (string, error) {
	var text C.lp_text
	bytes := []byte(request)
	if status := C.lp_answer(policy, (*C.uint8_t)(&bytes[0]), C.size_t(len(bytes)), 0, &text); status != C.LP_OK {
		return "", fmt.Errorf("status %d", status)
	}
	return taken(&text), nil
}

func main() {
	policy, err := compile("linkpolicy: 1\nname: ours\nextends: firebase\n", "ours.yaml")
	for _, request := range []string{
		`{"id":1,"lookup":{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"}}}`,
		`{"id":2,"decide":{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"},` +
			`"answers":{"credential":null,"method":"enabled"},"fields":["outcome","effects"]}}`,
	} {
		line := ""
		if line, err = answer(policy, request); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Print(line)
	}
	C.lp_policy_free(policy)
}
