# CTest shows a program as skipped if a case of it was skipped, and as failed if another case fails: -D PROGRAM=test_skips
# -D CTEST=ctest -D FOLDER=folder to write to.

cmake_minimum_required(VERSION 3.25)

set(tests "")
foreach(cases IN ITEMS passes skipped fails skipped,fails)
    string(APPEND tests "add_test([[${cases}]] [[${PROGRAM}]] [[--test-case=${cases}]])\n"
        "set_tests_properties([[${cases}]] PROPERTIES SKIP_RETURN_CODE 77)\n")
endforeach()
file(WRITE ${FOLDER}/CTestTestfile.cmake "${tests}")
execute_process(COMMAND ${CTEST} --test-dir ${FOLDER} OUTPUT_VARIABLE output ERROR_QUIET)
foreach(expected IN ITEMS "passes \\.+ +Passed" "skipped \\.+\\*+Skipped" "fails \\.+\\*+Failed" "skipped,fails \\.+\\*+Failed")
    if(NOT output MATCHES "[0-9]: ${expected}")
        message(FATAL_ERROR "no \"${expected}\" in what CTest says:\n${output}")
    endif()
endforeach()
